/** Every call and act of the contract has a caller in the app, or a reason why it has none. */
import { expect, test } from 'vitest'

/** By the name of the call's or act's export. */
const withoutCaller: Record<string, string> = {
  link: 'sent by boxes',
  wechatMiniProgram: 'sent by the mini-program of WeChat (mini/)',
  wechatAccount: 'sent by the mini-program of WeChat (mini/)',
  bindWechat: 'sent by the mini-program of WeChat (mini/)',
  saveDownloadConfig: 'sent to the box by the cloud, for saveConfig',
  taskList: 'of the spec, for whoever speaks to a box; the app asks for pages in an order by task_query',
  movieList: 'of the spec, for whoever speaks to a box; the app asks for pages in an order by movie_query',
  movieSync: 'sent to the box by the cloud, for syncMovie',
  filmMarks: 'sent to the box by the cloud, when a user marks a film',
  filmPoints: 'sent to the box by the cloud, when a user clears where they stopped',
  filmChanges: 'sent to the box by the cloud, when a user did something on its screens',
  movieLook: 'sent to the box by the cloud, for the films of a list that is shown',
}

const contract = import.meta.glob<Record<string, unknown>>(
  ['../../../contract/src/**/*.ts', '!**/{kit,shape}/**', '!**/all.ts', '!**/*.test.ts'],
  {
    eager: true,
  },
)
const sources = Object.entries(
  import.meta.glob<string>(['../**/*.{ts,tsx}', '!../testing/**', '!../**/*.test.{ts,tsx}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).map(([, text]) => text)

function isCall(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && (value.kind === 'call' || value.kind === 'act')
}

/** Named in an import of the contract, and once more. */
function isUsed(name: string): boolean {
  const imported = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '@homeport/contract`)
  return sources.some((text) => imported.test(text) && text.replace(imported, '').match(new RegExp(`\\b${name}\\b`)) !== null)
}

const names = Object.values(contract).flatMap((module) => Object.keys(module).filter((name) => isCall(module[name])))

test('all of them are read', () => {
  expect(names.length).toBeGreaterThan(150)
})

test.each(names)('%s', (name) => {
  expect([name, isUsed(name)]).toEqual([name, !(name in withoutCaller)])
})

test('the reasons are of calls that exist', () => {
  expect(Object.keys(withoutCaller).filter((name) => !names.includes(name))).toEqual([])
})
