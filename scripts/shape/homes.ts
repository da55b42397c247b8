/** "One home each" rules: words allowed in a few files only, and tables that only one feature may write. */
import { readFile } from 'node:fs/promises'
import { glob } from 'node:fs/promises'
import path from 'node:path'

export type HomeBreach = { rule: string; file: string; line: number; text: string }

/** inTests: holds there too. hasStrings: the words within strings count. */
type Home = { rule: string; word: RegExp; allowed: RegExp; inTests?: true; hasStrings?: false }

const programs = '(cloud|station|web)'
/** Codes that are other numbers too. */
const ambiguousCode = String.raw`(200|100[0-9]|4000|5000)(?![\d_.]| [-+*/])`
const homes: Home[] = [
  {
    rule: 'fetch-has-one-home',
    word: /\bfetch\(|\bXMLHttpRequest\b/,
    allowed:
      /^web\/src\/kit\/(call\/(blob|http|upload)|get-text)\.ts$|^web\/src\/worker\/shell-cache\.ts$|^(cloud|station)\/src\/kit\/(outside|(http\/)?http-client)\.ts$|^cloud\/src\/tls\/trust\/trust-script\.ts$/,
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
    allowed: new RegExp(`^(cloud|station)/src/(app|operator)/|^web/src/(kit/time/clock|app/[a-z-]+)\\.tsx?$`),
  },
  {
    // Numbers that are codes wherever they stand, and those that are where a code is named, compared or expected.
    rule: 'codes-have-names',
    word: new RegExp(
      [
        String.raw`(?<![\w.#])(4001|4003|4004|4007|4008|4009|4016|4029|5004)(?![\w.%])`,
        String.raw`(?<![\w.])code(:| ===| !==) ([^,;]*[?:] )?${ambiguousCode}`,
        String.raw`\.code (===|!==) ${ambiguousCode}`,
        String.raw`\.code\)(\.not)?\.(toBe|toEqual)\(${ambiguousCode}`,
        String.raw`\bcode(Of|At)?\(.*\)(\.not)?\.(toBe|toEqual)\(\[?${ambiguousCode}`,
      ].join('|'),
    ),
    allowed: /^$/,
    inTests: true,
    hasStrings: false,
  },
  {
    // A type that nothing proved: what lies in a row or came over a wire is parsed by its schema.
    rule: 'json-is-parsed-by-a-schema',
    word: /\b(const|let) [^=]*: (?!unknown\b)[^=]+ = JSON\.parse\(/,
    // The map's own data, built with the app.
    allowed: /^web\/src\/place\/atlas\.ts$/,
  },
  {
    // Inside a function its builder could read a request that the key of the compiled query does not hold.
    rule: 'prepared-queries-are-constants-of-a-module',
    word: /(?<!^(export )?const \w+ = )(?<![\w#.])prepared\(/,
    allowed: /^cloud\/src\/kit\/db\/prepared\.ts$/,
  },
]

const writes = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`]([\w.]+)/g,
  // The same in SQL.
  /\b(?:insert\s+(?:or\s+\w+\s+)?into|delete\s+from)\s+(\w+)/gi,
  /\bupdate\s+(?!set\b)(\w+)\s+set\b/gi,
]

export async function homeBreaches(folder: string): Promise<{ files: number; breaches: HomeBreach[] }> {
  const breaches: HomeBreach[] = []
  const writers = new Map<string, Set<string>>()
  let files = 0
  for await (const name of glob('{cloud,station,web}/src/**/*.{ts,tsx}', { cwd: folder })) {
    const file = name.split(path.sep).join('/')
    const isTest = /\.test\.tsx?$|^\w+\/src\/testing\//.test(file)
    const rules = homes.filter(({ inTests, allowed }) => (!isTest || inTests) && !allowed.test(file))
    const text = withoutComments(await readFile(path.join(folder, name), 'utf8'))
    text.split('\n').forEach((line, index) => {
      for (const { rule, word, hasStrings = true } of rules) {
        if (word.test(hasStrings ? line : withoutStrings(line))) breaches.push({ rule, file, line: index + 1, text: line.trim() })
      }
    })
    if (isTest) continue
    files += 1
    for (const [, table] of writes.flatMap((pattern) => [...text.matchAll(pattern)])) {
      if (!table) continue
      const room = /^(\w+)\/src\/([^/]+)/.exec(file)
      writers.set(`${room?.[1]}:${table}`, (writers.get(`${room?.[1]}:${table}`) ?? new Set()).add(room?.[2] ?? file))
    }
  }
  for (const [table, features] of writers) {
    if (features.size > 1) breaches.push({ rule: 'a-table-has-one-writer', file: table, line: 0, text: [...features].join(', ') })
  }
  return { files, breaches }
}

/** Empties the strings in one line; a string over several lines counts as code. */
function withoutStrings(line: string): string {
  return line.replace(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`/g, "''")
}

/** Replaces comments by blanks and keeps the line breaks. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')
}
