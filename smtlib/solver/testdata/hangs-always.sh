# A solver that hears nothing and says nothing.
exec sleep 1000
