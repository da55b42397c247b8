/**
 * `npm run measure`: the shape of the code in figures, a row per program: files, lines (median, 90th percentile, longest), functions over 100 lines, exported
 * names that exist more than once, repeated blocks, circles of imports, replaced names. It only prints; limits are in scripts/shape.
 */
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { importBreaches } from './shape/imports.ts'
import { functionsOf, sourceBreaches } from './shape/sources.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const programs = ['contract', 'cloud', 'station', 'web', 'scripts'] as const
const longFunctionLines = 100
/** A block is repeated if this many lines in a row, without blank and import lines, are the same. */
const blockLines = 8
const exportedTwice = 'names exported twice'

type Source = { file: string; text: string; lines: number; tree: ts.SourceFile }

const rows: Record<string, Record<string, string | number>> = {}
const all: Source[] = []
for (const program of programs) {
  const sources = await sourcesOf(program)
  const production = sources.filter(({ file }) => !isTest(file))
  all.push(...production)
  rows[program] = rowOf(production, sources.length - production.length)
}
const sumOf = (column: string) => Object.values(rows).reduce((sum, row) => sum + Number(row[column]), 0)
// Two programs may use one name.
rows['all'] = { ...rowOf(all, sumOf('test files')), [exportedTwice]: sumOf(exportedTwice) }
console.table(rows)

const { breaches } = await importBreaches(root, ['contract', 'cloud', 'station', 'web'])
const { breaches: names } = await sourceBreaches(root)
console.log(`circles of imports: ${breaches.filter(({ rule }) => rule === 'no-circles').length}`)
console.log(`replaced names: ${names.filter(({ rule }) => rule === 'names-are-terms-of-the-field').length}`)
console.log(`longest files: ${longest(all.map(({ file, lines }) => [file, lines]))}`)
console.log(`longest functions: ${longest(longFunctionsOf(all))}`)
for (const program of programs) {
  const repeated = repeatedNames(all.filter(({ file }) => file.startsWith(`${program}/`)))
  if (repeated.length > 0) console.log(`exported twice in ${program}: ${repeated.join(', ')}`)
}

async function sourcesOf(program: string): Promise<Source[]> {
  const sources: Source[] = []
  const pattern = program === 'scripts' ? 'scripts/**/*.{ts,mjs}' : `${program}/src/**/*.{ts,tsx}`
  for await (const name of glob(pattern, { cwd: root })) {
    const text = await readFile(path.join(root, name), 'utf8')
    const file = name.split(path.sep).join('/')
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    sources.push({ file, text, lines: text.trimEnd().split('\n').length, tree })
  }
  return sources
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$|\/src\/testing\//.test(file)
}

function rowOf(sources: readonly Source[], tests: number): Record<string, number> {
  const lines = sources.map((source) => source.lines).sort((a, b) => a - b)
  const at = (share: number) => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0
  return {
    files: sources.length,
    'test files': tests,
    lines: lines.reduce((sum, one) => sum + one, 0),
    median: at(0.5),
    p90: at(0.9),
    longest: lines.at(-1) ?? 0,
    [`functions > ${longFunctionLines}`]: longFunctionsOf(sources).length,
    [exportedTwice]: repeatedNames(sources).length,
    'repeated blocks': repeatedBlocks(sources),
  }
}

function longFunctionsOf(sources: readonly Source[]): [name: string, lines: number][] {
  return sources.flatMap(({ file, tree }) =>
    functionsOf(tree)
      .filter(({ lines }) => lines > longFunctionLines)
      .map(({ name, lines }): [string, number] => [`${file} ${name}`, lines]),
  )
}

function longest(measured: readonly (readonly [string, number])[]): string {
  return measured
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 8)
    .map(([name, lines]) => `${name} ${lines}`)
    .join(', ')
}

/** A schema and the type that is inferred from it are one name. The exports of a page have the same names on all pages. */
function repeatedNames(sources: readonly Source[]): string[] {
  const files = new Map<string, Set<string>>()
  for (const { file, tree } of sources.filter((source) => !source.file.startsWith('web/src/pages/'))) {
    for (const name of tree.statements.flatMap(exportedBy)) files.set(name, (files.get(name) ?? new Set()).add(file))
  }
  return [...files].filter(([, result]) => result.size > 1).map(([name, result]) => `${name} ×${result.size}`)
}

function exportedBy(node: ts.Statement): string[] {
  if (!ts.canHaveModifiers(node) || !ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.map(({ name }) => name.getText())
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node)
  return isNamed && node.name ? [node.name.text] : []
}

/** Blocks that another place has too, each counted where it is repeated; overlapping ones are one. */
function repeatedBlocks(sources: readonly Source[]): number {
  const seen = new Set<string>()
  let blocks = 0
  for (const { text } of sources) {
    const lines = text.split('\n').map((line) => line.trim())
    const code = lines.filter((line) => line.length > 3 && !/^(import|export \*|\/\/|\/?\*)|^} from /.test(line))
    let freeFrom = 0
    for (let at = 0; at + blockLines <= code.length; at += 1) {
      const block = code.slice(at, at + blockLines).join('\n')
      if (!seen.has(block)) seen.add(block)
      else if (at >= freeFrom) {
        blocks += 1
        freeFrom = at + blockLines
      }
    }
  }
  return blocks
}
