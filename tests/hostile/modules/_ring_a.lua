return require("./_ring_b")
