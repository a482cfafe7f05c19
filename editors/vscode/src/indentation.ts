/** Enter behind the first key of an item of a list: the next line begins below the key, not below the dash. */
import * as vscode from 'vscode';

const item = String.raw`^\s*-\s+[^\s#"'{[][^:]*:`;
const { None } = vscode.IndentAction;

/** For all YAML files: VS Code itself has no rule for items of lists. */
export const registerIndentation = (): vscode.Disposable =>
  vscode.languages.setLanguageConfiguration('yaml', {
    onEnterRules: [
      // `- key:` and `- key: |`: the value follows, deeper than the key.
      {
        beforeText: new RegExp(String.raw`${item}\s*(?:[|>][-+\d]*\s*)?$`),
        action: { indentAction: None, appendText: '    ' },
      },
      // `- key: value`: the next key follows.
      { beforeText: new RegExp(String.raw`${item}\s+\S.*$`), action: { indentAction: None, appendText: '  ' } },
    ],
  });
