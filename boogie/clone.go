package boogie

import "reflect"

// Clone copies a node and all that is below it.
func Clone[T Node](n T) T {
	return clone(reflect.ValueOf(&n).Elem()).Interface().(T)
}

var nodeType = reflect.TypeFor[Node]()

// clone copies nodes and lists of them; other values are never changed and can be
// shared.
func clone(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() && v.Type().Implements(nodeType) {
			return clone(v.Elem())
		}
	case reflect.Pointer:
		if v.IsNil() || !v.Type().Implements(nodeType) {
			return v
		}
		out := reflect.New(v.Type().Elem())
		out.Elem().Set(v.Elem())
		cloneFields(out.Elem())
		return out
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(clone(v.Index(i)))
		}
		return out
	}
	return v
}

// cloneFields copies what the fields of a node hold; nodes are embedded too.
func cloneFields(node reflect.Value) {
	for i := range node.NumField() {
		switch f := node.Field(i); {
		case !f.CanSet():
		case f.Kind() == reflect.Struct:
			cloneFields(f)
		default:
			f.Set(clone(f))
		}
	}
}
