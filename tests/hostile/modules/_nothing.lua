local nothing = true
