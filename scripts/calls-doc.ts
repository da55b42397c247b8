/** Generates docs/calls.md from the contract. `--check` fails if the file is stale. */
import { readFile, writeFile } from 'node:fs/promises'
import { acts, calls, events, reports } from '@homeport/contract/all.ts'
import { toJSONSchema } from 'zod/mini'
import type { Shape } from '@homeport/contract/kit/operation.ts'

const target = new URL('../docs/calls.md', import.meta.url)

const text = [
  '# Calls, acts, reports and events',
  '',
  'Generated from contract/src by `npm run docs`; `npm test` fails where it is stale.',
  '',
  '## Calls (HTTP, `/{zh|en}/{host}{path}`)',
  '',
  '| call | host | needs | box named by | input | answers |',
  '|---|---|---|---|---|---|',
  ...calls
    .toSorted((a, b) => a.path.localeCompare(b.path))
    .map((one) =>
      row([
        `\`${one.method} ${one.path}\``,
        one.host,
        one.needs,
        one.device ?? '',
        shapeOf(one.input, 'input'),
        shapeOf(one.output, 'output'),
      ]),
    ),
  '',
  '## Acts (phone ↔ box)',
  '',
  '| act | answered by | who | once | data | reply |',
  '|---|---|---|---|---|---|',
  ...acts
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map((one) =>
      row([
        `\`${one.name}\``,
        one.at,
        one.needs,
        one.once ? 'yes' : '',
        shapeOf(one.input, 'input'),
        shapeOf(one.output, 'output'),
      ]),
    ),
  '',
  '## Reports (box → cloud, mirrored rows)',
  '',
  ...reports.map((one) => `- \`${one.name}\`: ${shapeOf(one.row, 'output')}`),
  '',
  '## Events (inside the cloud)',
  '',
  ...events.map((one) => `- \`${one.name}\`: ${shapeOf(one.data, 'output')}`),
  '',
].join('\n')

if (process.argv.includes('--check')) {
  const current = await readFile(target, 'utf8').catch(() => '')
  if (current !== text) {
    console.error('docs/calls.md is stale: run `npm run docs` and commit it.')
    process.exitCode = 1
  } else console.log(`docs/calls.md is up to date: ${calls.length} calls, ${acts.length} acts`)
} else await writeFile(target, text)

function row(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** A type as one line: {name: type, other?: type}. */
function shapeOf(schema: Shape, io: 'input' | 'output'): string {
  return `\`${typeOf(toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema)}\``
}

type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
}

function typeOf(schema: JsonSchema): string {
  const any = schema.anyOf ?? schema.oneOf
  if (any) return any.map(typeOf).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
    return `{${fields.map(([key, field]) => `${key}${schema.required?.includes(key) ? '' : '?'}: ${typeOf(field)}`).join(', ')}}`
  }
  return String(schema.type ?? 'any')
}
