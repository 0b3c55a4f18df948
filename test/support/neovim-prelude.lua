-- Runs one check in neovim's own language client, which knows nothing of VS Code: starts the server, attaches the
-- open buffer, calls the check and writes what it returns as JSON. See neovim.ts.
local check_path, result_path = vim.env.JOULELINE_CHECK, vim.env.JOULELINE_RESULT
local command = vim.fn.json_decode(vim.env.JOULELINE_SERVER)
local options = vim.fn.json_decode(vim.env.JOULELINE_OPTIONS)
local limit = 30000
local lsp = { notifications = {} }

local function finish(result)
  vim.fn.writefile({ vim.fn.json_encode(result) }, result_path)
  vim.cmd('qa!')
end

-- Every notification is kept under its name; neovim's own handlers still get theirs.
local function keep(method)
  local usual = vim.lsp.handlers[method]
  return function(err, params, ...)
    lsp.notifications[method] = lsp.notifications[method] or {}
    table.insert(lsp.notifications[method], params)
    if usual then return usual(err, params, ...) end
  end
end

local client_id = vim.lsp.start_client({
  name = 'jouleline',
  cmd = command,
  root_dir = vim.fn.getcwd(),
  init_options = options.initializationOptions,
  settings = options.settings,
  handlers = setmetatable({}, {
    __index = function(handlers, method)
      if vim.lsp.handlers[method] and not method:match('publishDiagnostics') and not method:match('^window/log') then
        return nil
      end
      handlers[method] = keep(method)
      return handlers[method]
    end,
  }),
  on_exit = function(code) lsp.exit_code = code end,
})
if not client_id then finish({ error = 'neovim could not start ' .. table.concat(command, ' ') }) end

-- Waits until `condition()` holds; an error says what was awaited.
function lsp.wait(what, condition)
  if not vim.wait(limit, condition, 20) then error('no ' .. what .. ' within ' .. limit .. ' ms', 0) end
end

-- The answer to a request; an error answer raises.
function lsp.request(method, params)
  local answered, failure, answer = false, nil, nil
  lsp.client.request(method, params, function(err, result)
    answered, failure, answer = true, err, result
  end, 0)
  lsp.wait('answer to ' .. method, function() return answered end)
  if failure then error(method .. ': ' .. vim.inspect(failure), 0) end
  return answer
end

-- The parameters that textDocument requests share, at a line and column counted from 0.
function lsp.at(line, column)
  return { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line, character = column } }
end

-- The nth notification of this name.
function lsp.notification(method, nth)
  nth = nth or 1
  lsp.wait(method, function() return #(lsp.notifications[method] or {}) >= nth end)
  return lsp.notifications[method][nth]
end

local ok, result = pcall(function()
  lsp.wait('initialized server', function()
    lsp.client = vim.lsp.get_client_by_id(client_id)
    return lsp.exit_code ~= nil or (lsp.client ~= nil and lsp.client.initialized)
  end)
  if lsp.exit_code then error('the server ended with ' .. lsp.exit_code, 0) end
  vim.lsp.buf_attach_client(0, client_id)
  return dofile(check_path)(lsp)
end)
if lsp.client then lsp.client.stop() end
vim.wait(2000, function() return lsp.exit_code ~= nil end, 20)
if lsp.client and lsp.exit_code == nil then lsp.client.stop(true) end
if ok then finish({ value = result, exitCode = lsp.exit_code }) else finish({ error = tostring(result) }) end
