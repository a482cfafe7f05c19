-- Opens a faulty profile in Neovim, and writes what its own LSP client shows. Works from Neovim 0.7 on.
local started = vim.loop.hrtime()
local report = {}

vim.cmd('edit ' .. vim.env.PROFILE)
local client = vim.lsp.start_client({
  name = 'engine',
  cmd = { vim.env.ENGINE_NODE, vim.env.ENGINE_PROGRAM, 'lsp' },
  root_dir = vim.env.FOLDER,
})
vim.lsp.buf_attach_client(0, client)

local function codes()
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do
    local code = one.code or (one.user_data and one.user_data.lsp and one.user_data.lsp.code)
    table.insert(found, { code = code, line = one.lnum, column = one.col, message = one.message })
  end
  return found
end

local function has(code)
  for _, one in ipairs(codes()) do
    if one.code == code then return true end
  end
  return false
end

-- The answer of the server to a request at a word of the text.
local function ask(method, word, more)
  vim.fn.cursor(1, 1)
  vim.fn.search(word, 'e')
  local params = vim.lsp.util.make_position_params(0, 'utf-16')
  -- Behind the last letter of the word.
  params.position.character = params.position.character + 1
  for key, value in pairs(more or {}) do params[key] = value end
  local answers = vim.lsp.buf_request_sync(0, method, params, 90000) or {}
  for _, answer in pairs(answers) do return answer.result end
end

vim.wait(90000, function() return has('MAP101') end, 20)
report.found = codes()

local completed = ask('textDocument/completion', 'AS nam')
report.completed = {}
for _, item in ipairs(completed.items or {}) do table.insert(report.completed, item.label) end

local hover = ask('textDocument/hover', 'AS erpDebtorId')
report.hover = hover.contents.value

for _, one in ipairs(vim.diagnostic.get(0)) do
  if one.message:find('serach', 1, true) then
    local range = { start = { line = one.lnum, character = one.col }, ['end'] = { line = one.lnum, character = one.col } }
    local actions = ask('textDocument/codeAction', 'serach', { range = range, context = { diagnostics = {} } })
    report.action = actions[1].title
    vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  end
end
vim.wait(90000, function() return not has('MAP101') end, 20)
report.cured = not has('MAP101')
report.line = vim.fn.getline(vim.fn.search('match: prefix'))

-- The answer of the server to a request about the whole text.
local function askAboutText(method, more)
  local params = vim.tbl_extend('force', { textDocument = vim.lsp.util.make_text_document_params() }, more or {})
  local answers = vim.lsp.buf_request_sync(0, method, params, 90000) or {}
  for _, answer in pairs(answers) do return answer.result end
end

report.symbols = {}
for _, symbol in ipairs(askAboutText('textDocument/documentSymbol')) do
  table.insert(report.symbols, symbol.name)
  for _, child in ipairs(symbol.children or {}) do table.insert(report.symbols, child.name) end
end

local renamed = ask('textDocument/rename', '  named', { newName = 'title' })
vim.lsp.util.apply_workspace_edit(renamed, 'utf-16')

vim.fn.setline(vim.fn.search('page:'), '    page:   {key: [ erpDebtorId ]}  ')
local edits = askAboutText('textDocument/formatting', { options = { tabSize = 4, insertSpaces = true } })
vim.lsp.util.apply_text_edits(edits, vim.api.nvim_get_current_buf(), 'utf-16')
report.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')

report.milliseconds = (vim.loop.hrtime() - started) / 1e6
vim.fn.writefile({ vim.fn.json_encode(report) }, vim.env.REPORT)
vim.lsp.stop_client(client)
vim.cmd('qall!')
