package main

import "semdiff/internal/manual"

func init() { addManual = manual.Command }
