/** "One home each" rules: words allowed in a few files only, and tables that only one feature may write. */
import { readFile } from 'node:fs/promises'
import { glob } from 'node:fs/promises'
import path from 'node:path'

export type HomeBreach = { rule: string; file: string; line: number; text: string }

type Home = { rule: string; word: RegExp; allowed: RegExp }

const programs = '(cloud|station|web)'
const homes: Home[] = [
  {
    rule: 'fetch-has-one-home',
    word: /\bfetch\(|\bXMLHttpRequest\b/,
    allowed: /^web\/src\/kit\/(ask|upload)\.ts$|^(cloud|station)\/src\/kit\/outside\.ts$/,
  },
  {
    rule: 'storage-has-one-home',
    word: /\blocalStorage\b|\bsessionStorage\b|\bindexedDB\b/,
    allowed: /^web\/src\/kit\/storage\.ts$/,
  },
  { rule: 'environment-has-one-home', word: /\bprocess\.env\b/, allowed: new RegExp(`^${programs}/src/app/(config|main)\\.ts$`) },
  {
    rule: 'clocks-are-handed-in',
    word: /\bDate\.now\(|\bnew Date\(\)/,
    allowed: new RegExp(`^(cloud|station)/src/(app|operator)/|^web/src/(kit/clock|app/[a-z-]+)\\.tsx?$`),
  },
]

const writes = /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`]([\w.]+)/g

export async function homeBreaches(folder: string): Promise<{ files: number; breaches: HomeBreach[] }> {
  const breaches: HomeBreach[] = []
  const writers = new Map<string, Set<string>>()
  let files = 0
  for await (const name of glob('{cloud,station,web}/src/**/*.{ts,tsx}', { cwd: folder })) {
    const file = name.split(path.sep).join('/')
    if (/\.test\.tsx?$|^\w+\/src\/testing\//.test(file)) continue
    files += 1
    const text = withoutComments(await readFile(path.join(folder, name), 'utf8'))
    text.split('\n').forEach((line, index) => {
      for (const home of homes) {
        if (home.word.test(line) && !home.allowed.test(file))
          breaches.push({ rule: home.rule, file, line: index + 1, text: line.trim() })
      }
    })
    for (const [, table] of text.matchAll(writes)) {
      if (!table) continue
      const place = /^(\w+)\/src\/([^/]+)/.exec(file)
      writers.set(`${place?.[1]}:${table}`, (writers.get(`${place?.[1]}:${table}`) ?? new Set()).add(place?.[2] ?? file))
    }
  }
  for (const [table, features] of writers) {
    if (features.size > 1) breaches.push({ rule: 'a-table-has-one-writer', file: table, line: 0, text: [...features].join(', ') })
  }
  return { files, breaches }
}

/** Replaces comments by blanks and keeps the line breaks. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')
}
