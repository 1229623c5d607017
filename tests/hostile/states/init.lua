-- EXPECT: error @load
-- A folder with one good state: the broken ones are left out, each with its name.
--@states good
--@done
--@text spins
--@text raises
--@text shape
--@text syntax
return { initial = "good" }
