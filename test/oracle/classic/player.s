// Without a file of assembly the compiler wants a body for each function, and syncKey has none here.
