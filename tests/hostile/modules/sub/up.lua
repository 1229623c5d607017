for _, path in ipairs({ "../_fine", "./../_fine", "../../secret", "hostile/../../secret" }) do
  if pcall(require, path) then error("BREACH: " .. path) end
end
error("BLOCKED")
