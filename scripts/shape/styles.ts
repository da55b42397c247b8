/** The rules of the app's styles (docs/decisions/027-styles.md): every class lies in a CSS module, exists where it is used and is used where it exists. */
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import ts from 'typescript'
import type { HomeBreach } from './homes.ts'

/** Custom properties and the styles of elements; they hold no class. */
const globalFiles = ['web/src/ui/tokens.css', 'web/src/ui/base.css', 'web/src/tv/screen.css']
const isTest = (file: string) => /\.test\.tsx?$|^web\/src\/testing\//.test(file)

/** The pixels of margins, paddings and gaps up to 64; what a calculation or a negative margin aligns is free. */
const spaces = new Set([0, 1, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64])

type Text = { file: string; text: string }
/** A class in a selector; `of` is the file's base name, as in the name of the class in the page. */
type Named = { file: string; line: number; of: string; name: string }
type Module = {
  file: string
  base: string
  classes: Map<string, number>
  foreign: Named[]
  unknown: { name: string; line: number }[]
}

export async function styleBreaches(folder: string): Promise<{ files: number; breaches: HomeBreach[] }> {
  const sheets = await textsOf(folder, 'web/src/**/*.css')
  const sources = await textsOf(folder, 'web/src/**/*.{ts,tsx}')
  const selecting = [...(await textsOf(folder, '{e2e,bench}/**/*.ts')), ...sources.filter(({ file }) => isTest(file))]
  const modules = sheets.filter(({ file }) => file.endsWith('.module.css')).map(moduleOf)
  const uses = sources.map(usesOf)
  return {
    files: sheets.length + sources.length,
    breaches: [
      ...sheets.filter(({ file }) => !file.endsWith('.module.css')).flatMap(globalBreaches),
      ...sheets.flatMap(spaceBreaches),
      ...sheets.flatMap(textBreaches),
      ...baseBreaches(modules),
      ...foreignBreaches(modules),
      ...useBreaches(modules, uses),
      ...uses.flatMap(({ breaches }) => breaches),
      ...selecting.flatMap((one) => selectorBreaches(modules, one)),
    ],
  }
}

async function textsOf(folder: string, pattern: string): Promise<Text[]> {
  const results: Text[] = []
  for await (const name of glob(pattern, { cwd: folder, exclude: (one) => one === 'node_modules' })) {
    const file = name.split(path.sep).join('/')
    results.push({ file, text: await readFile(path.join(folder, name), 'utf8') })
  }
  return results.toSorted((one, other) => one.file.localeCompare(other.file))
}

function spaceBreaches({ file, text }: Text): HomeBreach[] {
  return text.split('\n').flatMap((line, index) => {
    const [, value = ''] = /^\s*(?:margin|padding|gap|row-gap|column-gap)[a-z-]*:\s*([^;]+);/.exec(line) ?? []
    const plain = value.replace(/\w*\((?:[^()]|\([^()]*\))*\)/g, '')
    const isFree = [...plain.matchAll(/(-?[\d.]+)px/g)].every(
      ([, px]) => Number(px) < 0 || Number(px) > 64 || spaces.has(Number(px)),
    )
    return isFree ? [] : [{ rule: 'spaces-are-of-the-scale', file, line: index + 1, text: line.trim() }]
  })
}

/** Sizes of text, and the widths at which a page changes, follow the text size that a person has set in the browser. The TV page scales its whole stage. */
function textBreaches({ file, text }: Text): HomeBreach[] {
  if (file.startsWith('web/src/tv/')) return []
  return text.split('\n').flatMap((line, index) => {
    const isText = /^\s*(?:--text-[a-z-]+|font|font-size|line-height):.*\dpx/.test(line)
    const isWidth = /^\s*@media[^{]*\dpx/.test(line)
    return isText || isWidth ? [{ rule: 'text-follows-the-browser', file, line: index + 1, text: line.trim() }] : []
  })
}

/** The text before each `{`, without at-rules and comments. */
function selectorsOf(css: string): { selector: string; line: number }[] {
  const bare = css.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
  return [...bare.matchAll(/[^{};]+(?=\{)/g)]
    .map(({ 0: prelude, index }) => ({ selector: prelude.trim(), line: lineAt(bare, index + prelude.search(/\S/)) }))
    .filter(({ selector }) => !selector.startsWith('@'))
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length
const classesIn = (selector: string) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)

function moduleOf({ file, text }: Text): Module {
  const module: Module = { file, base: path.basename(file, '.module.css'), classes: new Map(), foreign: [], unknown: [] }
  for (const { selector, line } of selectorsOf(text)) {
    const own = selector.replace(/:global\(([^()]*)\)/g, (_, inner: string) => {
      for (const name of classesIn(inner)) {
        const [, of = '', rest = ''] = /^(.*)-([^-]+)$/.exec(name) ?? []
        if (of === '') module.unknown.push({ name, line })
        else module.foreign.push({ file, line, of, name: rest })
      }
      return ''
    })
    for (const name of classesIn(own)) if (!module.classes.has(name)) module.classes.set(name, line)
  }
  return module
}

function globalBreaches({ file, text }: Text): HomeBreach[] {
  if (!globalFiles.includes(file)) return [{ rule: 'styles-are-modules', file, line: 1, text: path.basename(file) }]
  return selectorsOf(text)
    .filter(({ selector }) => classesIn(selector).length > 0)
    .map(({ selector, line }) => ({ rule: 'styles-are-modules', file, line, text: selector }))
}

/** The file's base name is part of the name in the page. */
function baseBreaches(modules: Module[]): HomeBreach[] {
  return modules
    .filter(({ base, file }) => modules.some((other) => other.base === base && other.file < file))
    .map(({ base, file }) => ({ rule: 'module-names-differ', file, line: 1, text: base }))
}

function foreignBreaches(modules: Module[]): HomeBreach[] {
  return modules.flatMap(({ file, base, foreign, unknown }) => [
    ...unknown.map(({ name, line }) => ({ rule: 'a-class-exists', file, line, text: name })),
    ...foreign
      .filter(({ of, name }) => of === base || !modules.some((one) => one.base === of && one.classes.has(name)))
      .map(({ of, name, line }) => ({ rule: 'a-class-exists', file, line, text: `${of}-${name}` })),
  ])
}

type Uses = { file: string; names: { module: string; name: string; line: number }[]; breaches: HomeBreach[] }

/** The classes that a source file takes from modules, and what it writes instead of one. */
function usesOf({ file, text }: Text): Uses {
  const uses: Uses = { file, names: [], breaches: [] }
  if (!/\.module\.css'|className|style=/.test(text)) return uses
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const modules = importedModules(source, file)
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1
  const send = (rule: string, node: ts.Node) =>
    uses.breaches.push({ rule, file, line: lineOf(node), text: node.getText().replace(/\s+/g, ' ').slice(0, 100) })
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isIdentifier(node) && modules.has(node.text)) {
      const name = memberOf(node)
      if (name === null) send('a-class-is-named', node.parent)
      else uses.names.push({ module: modules.get(node.text) ?? '', name, line: lineOf(node) })
    }
    if (ts.isJsxAttribute(node) && !isTest(file)) {
      if (node.name.getText() === 'className' && hasWords(node)) send('classes-come-from-modules', node)
      if (node.name.getText() === 'style' && isConstant(node)) send('constant-styles-are-classes', node)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return uses
}

function importedModules(source: ts.SourceFile, file: string): Map<string, string> {
  const results = new Map<string, string>()
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const to = statement.moduleSpecifier.text
    const name = statement.importClause?.name?.text
    if (to.endsWith('.module.css') && name) results.set(name, path.posix.join(path.posix.dirname(file), to))
  }
  return results
}

/** `row` of `styles.row`; null if the object is used in another way; '' if the name is a property of something else. */
function memberOf(node: ts.Identifier): string | null {
  const { parent } = node
  if (!ts.isPropertyAccessExpression(parent)) return null
  return parent.expression === node ? parent.name.text : null
}

/** A string of the attribute that is not compared with anything. */
function hasWords(attribute: ts.JsxAttribute): boolean {
  let result = false
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText())) return
    if ((ts.isStringLiteralLike(node) && node.text !== '') || ts.isTemplateExpression(node)) result = true
    else ts.forEachChild(node, visit)
  }
  if (attribute.initializer) visit(attribute.initializer)
  return result
}

function isConstant({ initializer }: ts.JsxAttribute): boolean {
  const value = initializer && ts.isJsxExpression(initializer) ? initializer.expression : undefined
  if (!value || !ts.isObjectLiteralExpression(value)) return false
  return value.properties.every((one) => ts.isPropertyAssignment(one) && isLiteral(one.initializer))
}

function isLiteral(node: ts.Expression): boolean {
  return (
    ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || (ts.isPrefixUnaryExpression(node) && isLiteral(node.operand))
  )
}

function useBreaches(modules: Module[], uses: Uses[]): HomeBreach[] {
  const byFile = new Map(modules.map((module) => [module.file, module]))
  const used = new Set<string>()
  const missing = uses.flatMap(({ file, names }) =>
    names.flatMap(({ module, name, line }) => {
      if (!isTest(file)) used.add(`${module}:${name}`)
      return byFile.get(module)?.classes.has(name)
        ? []
        : [{ rule: 'a-class-exists', file, line, text: `${path.basename(module)} .${name}` }]
    }),
  )
  const unused = modules.flatMap(({ file, classes }) =>
    [...classes]
      .filter(([name]) => !used.has(`${file}:${name}`))
      .map(([name, line]) => ({ rule: 'a-class-is-used', file, line, text: `.${name}` })),
  )
  return [...missing, ...unused]
}

/** Selectors of tests and stories name classes as they are in the page. */
function selectorBreaches(modules: Module[], { file, text }: Text): HomeBreach[] {
  const exists = (name: string) =>
    modules.some(({ base, classes }) => name.startsWith(`${base}-`) && classes.has(name.slice(base.length + 1)))
  const isOfModule = (name: string) => modules.some(({ base }) => name.startsWith(`${base}-`))
  const results: HomeBreach[] = []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node, isSelector: boolean): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) {
      for (const name of classesIn(node.text.replace(/\[[^\]]*\]/g, ''))) {
        if (exists(name) || (!isSelector && !isOfModule(name))) continue
        const { line } = source.getLineAndCharacterOfPosition(node.getStart())
        results.push({ rule: 'a-class-exists', file, line: line + 1, text: `.${name}` })
      }
    }
    ts.forEachChild(node, (child) =>
      visit(child, ts.isCallExpression(node) && child === node.arguments[0] && takesSelector(node)),
    )
  }
  visit(source, false)
  return results
}

const takesSelector = ({ expression }: ts.CallExpression) =>
  ts.isPropertyAccessExpression(expression) &&
  /^(locator|querySelector(All)?|closest|matches|waitForSelector)$/.test(expression.name.text)
