/** Rules on the source text of the programs: how long a function may be, and names that the house has replaced. */
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import ts from 'typescript'

export type SourceBreach = { rule: string; file: string; line: number; text: string }

export const functionMostLines = 120

/** Functions over the limit that are being split, by name; one that is short again, or gone, must leave this list. */
export const beingSplit: readonly string[] = [
  // station: downloads, player, library
  'createTasks',
  'createReconcileTask',
  'createPlayer',
  'movieStore',
  // web
  'createTv',
  'createFilmPlayer',
  'Viewer',
  'Editor',
  'Downloads',
  'AddSheet',
]

/** allowed: see beingSplit. Test files are not read: their describe blocks hold many tests. */
export async function sourceBreaches(
  folder: string,
  allowed: readonly string[] = beingSplit,
): Promise<{ files: number; breaches: SourceBreach[] }> {
  const breaches: SourceBreach[] = []
  const stillLong = new Set<string>()
  let files = 0
  for await (const name of glob('{contract,cloud,station,web}/src/**/*.{ts,tsx}', { cwd: folder })) {
    const file = name.split(path.sep).join('/')
    if (/\.test\.tsx?$/.test(file)) continue
    files += 1
    for (const { name: own, lines, line } of functionsOf(file, await readFile(path.join(folder, name), 'utf8'))) {
      if (lines <= functionMostLines) continue
      if (allowed.includes(own)) stillLong.add(own)
      else breaches.push({ rule: 'functions-are-short', file, line, text: `${own}: ${lines} lines` })
    }
  }
  for (const own of allowed.filter((one) => !stillLong.has(one)))
    breaches.push({
      rule: 'functions-are-short',
      file: 'scripts/shape/sources.ts',
      line: 0,
      text: `${own} is short: not in this list`,
    })
  return { files, breaches }
}

type SourceFunction = { name: string; lines: number; line: number }

/** All functions with a body, nested ones too. */
export function functionsOf(file: string, text: string): SourceFunction[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line
  const found: SourceFunction[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const line = lineAt(node.getStart(source))
      found.push({ name: nameOf(node, source), lines: lineAt(node.end) - line + 1, line: line + 1 })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function nameOf(node: ts.SignatureDeclaration, source: ts.SourceFile): string {
  if (node.name) return node.name.getText(source)
  const { parent } = node
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText(source) : 'a function'
}
