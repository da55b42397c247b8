/** Extracts every user-visible sentence from the sources: each text with its file, line and language. */
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

export type Visible = { file: string; line: number; lang: 'en' | 'zh'; text: string }

/** Text modules by name, and other files with user-visible sentences. */
const homes = [
  'web/src/**/*text.ts',
  'mini/miniprogram/text.ts',
  'web/src/shared/legal-text-content.ts',
  'contract/src/shape/field/{spec-text,rule-messages}.ts',
  'cloud/src/**/text.ts',
  'cloud/src/kit/{code-words,refusal}.ts',
  'cloud/src/guide/guides-{en,zh}.ts',
  'cloud/src/home/own-banners.ts',
  'cloud/src/account/wechat/wechat.ts',
  'cloud/src/address/routes.ts',
  'cloud/src/app/http.ts',
]

/** root ends with a slash. */
export function visibleWords(root: string): Visible[] {
  return globSync(homes, { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => wordsIn(file, readFileSync(root + file, 'utf8')))
}

/** Strings and templates, with values shown as '…'; strings without letters and module names are skipped. */
export function wordsIn(file: string, source: string): Visible[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const results: Visible[] = []
  visit(tree, undefined)
  return results

  function visit(node: ts.Node, lang: 'en' | 'zh' | undefined): void {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    const inside = langOf(node) ?? lang
    const text = textOf(node)
    // outside a text module only texts with a language are visible; the rest is for logs
    const isForPeople = inside !== undefined || file.endsWith('text.ts')
    if (isForPeople && text !== undefined && /\p{L}/u.test(text)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
      results.push({ file, line, lang: inside ?? (/\p{Script=Han}/u.test(text) ? 'zh' : 'en'), text })
    }
    ts.forEachChild(node, (child) => {
      if (!(ts.isPropertyAssignment(node) && child === node.name)) visit(child, inside)
    })
  }
}

/** The language in the name of a property or a constant: `en:`, `const zh`, `guidesEn`. */
function langOf(node: ts.Node): 'en' | 'zh' | undefined {
  if (!ts.isPropertyAssignment(node) && !ts.isVariableDeclaration(node)) return undefined
  const name = node.name.getText()
  if (/^en$|[a-z]En$/.test(name)) return 'en'
  return /^zh$|[a-z]Zh$/.test(name) ? 'zh' : undefined
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join('')
}
