return { enter = function() print("DONE") end }
