-- EXPECT: rejected @load
--@generate bytecode
return {}
