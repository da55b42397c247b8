/** Rules on the source text of the programs: how long a function may be, names that the house has replaced, lists as arguments, and how a comment begins. */
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import ts from 'typescript'

export type SourceBreach = { rule: string; file: string; line: number; text: string }

export const maxFunctionLines = 120

/** Functions over the limit that are being split, by name; one that is short again, or gone, must leave this list. */
export const beingSplit: readonly string[] = []

/** Names that no standard term of the field is behind (docs/style.md), each with the term that took its place. */
export const replacedNames: Readonly<Record<string, string>> = {
  asked: 'request, input',
  askedOf: 'parseQuery',
  deed: 'reaction, action',
  desk: 'cli, hasher',
  disown: 'anonymize',
  doors: 'auth',
  formsOf: 'deletionVariants',
  found: 'match, results, the noun',
  hasWalls: 'hasBlocks',
  here: 'local, current',
  households: 'memberCache',
  isForgiven: 'allowsTypo',
  isWalled: 'isBlockedBetween',
  keepHistory: 'saveRevision',
  lookOf: 'askerFlags',
  lookedUpBy: 'lookupTokens',
  mine: 'own',
  mayStand: 'checkForbiddenWords',
  road: 'connection',
  said: 'response, output, texts',
  say: 'send, print',
  seenThread: 'requireThread',
  setGone: 'markErased',
  sight: 'access',
  sow: 'seed',
  sowThreads: 'seedThreads',
  spooled: 'tempUpload',
  standingFloor: 'requireReply',
  standingThread: 'findBySenderId',
  takeAway: 'deletePost',
  takeTurn: 'lockMembers',
  there: 'remote, target',
  thingOf: 'parsePostId',
  told: 'sent, notified',
  unspeakable: 'undecodable',
  walls: 'blockedIds',
  wanted: 'requested, target, expected',
  who: 'user, person, session',
}
/** Names that the web and the box still use; elsewhere they are replaced too. */
export const replacedInCloudAndContract: Readonly<Record<string, string>> = {
  fresh: 'the noun with new',
  hear: 'handle',
  heard: 'received',
  keeper: 'moderatorId',
  thing: 'post',
}

/** Names that may stand for a word on screen and for a column, but name no variable, function or parameter. */
export const replacedVariables: Readonly<Record<string, string>> = {
  kept: 'stored, cached, remaining, the noun',
  known: 'existing, stored, the noun',
}

/** node:sqlite takes the values of a statement one by one; SQLite itself allows 32,766 of them. */
const spreadAllowed = /^(station\/src\/kit\/db|cloud\/src\/kit\/db\/(sqlite|repair-file))\.ts$/

/** allowed: see beingSplit. Only the names of test files are read: their describe blocks hold many tests. */
export async function sourceBreaches(
  folder: string,
  allowed: readonly string[] = beingSplit,
): Promise<{ files: number; breaches: SourceBreach[] }> {
  const breaches: SourceBreach[] = []
  const stillLong = new Set<string>()
  let files = 0
  for await (const name of glob('{contract,cloud,station,web}/src/**/*.{ts,tsx}', { cwd: folder })) {
    const file = name.split(path.sep).join('/')
    const source = ts.createSourceFile(file, await readFile(path.join(folder, name), 'utf8'), ts.ScriptTarget.Latest, true)
    breaches.push(...replacedNamesIn(source), ...riddlesIn(source))
    if (/\.test\.tsx?$/.test(file)) continue
    files += 1
    if (!spreadAllowed.test(file) && !/^\w+\/src\/testing\//.test(file)) breaches.push(...spreadListsIn(source))
    for (const { name: own, lines, line } of functionsOf(source)) {
      if (lines <= maxFunctionLines) continue
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
export function functionsOf(source: ts.SourceFile): SourceFunction[] {
  const functions: SourceFunction[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const line = lineAt(source, node.getStart(source))
      functions.push({ name: nameOf(node, source), lines: lineAt(source, node.end) - line + 1, line })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return functions
}

/** A comment begins with its subject: neither a free relative (What, Who …) nor a bare genitive (Of …). */
const riddle = /(?:\/\*\*?|\/\/|^\s*\*)\s+(?:What|Who|Whoever|Whatever|Of)\s/

function riddlesIn(source: ts.SourceFile): SourceBreach[] {
  return source.text
    .split('\n')
    .flatMap((text, at) =>
      riddle.test(text)
        ? [{ rule: 'comments-begin-with-their-subject', file: source.fileName, line: at + 1, text: text.trim() }]
        : [],
    )
}

/** A list that others make long overflows the stack as arguments of a call. Rest parameters are as long as a call is written: they may be passed on. */
function spreadListsIn(source: ts.SourceFile): SourceBreach[] {
  const breaches: SourceBreach[] = []
  const visit = (node: ts.Node): void => {
    const values = ts.isCallExpression(node) || ts.isNewExpression(node) ? node.arguments : undefined
    const list = values?.find((one) => ts.isSpreadElement(one) && !isRestParameter(one.expression))
    if (list) {
      const text = node.getText(source).split('\n')[0] ?? ''
      breaches.push({
        rule: 'no-list-is-spread-into-a-call',
        file: source.fileName,
        line: lineAt(source, list.getStart(source)),
        text,
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return breaches
}

/** Whether the list is the rest parameter of a function around it. */
function isRestParameter(list: ts.Expression): boolean {
  if (!ts.isIdentifier(list)) return false
  for (let around: ts.Node = list; !ts.isSourceFile(around); around = around.parent) {
    const own = ts.isFunctionLike(around)
      ? around.parameters.find(({ name }) => ts.isIdentifier(name) && name.text === list.text)
      : undefined
    if (own) return own.dotDotDotToken !== undefined
  }
  return false
}

/** Where a name is declared: a variable, a function, a type, a parameter or a property. */
function replacedNamesIn(source: ts.SourceFile): SourceBreach[] {
  const breaches: SourceBreach[] = []
  const isCloud = /^(cloud|contract)\//.test(source.fileName)
  const names = new Map(Object.entries({ ...replacedNames, ...(isCloud ? replacedInCloudAndContract : {}) }))
  const variables = new Map(Object.entries(replacedVariables))
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isDeclared(node)) {
      const term =
        names.get(node.text) ??
        names.get(node.text.replace(/^./, (first) => first.toLowerCase())) ??
        (isVariable(node) ? variables.get(node.text) : undefined) ??
        (/(?<!^at)Most(?:$|[A-Z])/.test(node.text) ? 'max…' : undefined)
      const line = lineAt(source, node.getStart(source))
      if (term !== undefined)
        breaches.push({ rule: 'names-are-terms-of-the-field', file: source.fileName, line, text: `${node.text}: ${term}` })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return breaches
}

function isDeclared(node: ts.Identifier): boolean {
  const { parent } = node
  const isUse = ts.isPropertyAccessExpression(parent) || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)
  return !isUse && 'name' in parent && parent.name === node
}

function isVariable({ parent }: ts.Identifier): boolean {
  return (
    ts.isVariableDeclaration(parent) || ts.isFunctionDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)
  )
}

/** Counted from 1. */
function lineAt(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1
}

function nameOf(node: ts.SignatureDeclaration, source: ts.SourceFile): string {
  if (node.name) return node.name.getText(source)
  const { parent } = node
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText(source) : 'a function'
}
