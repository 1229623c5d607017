return { enter = function( }
