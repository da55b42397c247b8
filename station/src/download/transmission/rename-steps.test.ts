import { expect, it, test } from 'vitest'
import { EngineRefusal } from '../engine/engine.ts'
import { renameSteps } from './rename-steps.ts'

it('gives files their names first, then the folders above them, each once', () => {
  const renames = [
    { name: 'show/one/a.mkv', target: 'show (2)/first/a (2).mkv' },
    { name: 'show/one/b.mkv', target: 'show (2)/first/b.mkv' },
  ]
  expect(renameSteps(renames)).toEqual([
    [{ name: 'show/one/a.mkv', target: 'show/one/a (2).mkv' }],
    [{ name: 'show/one', target: 'show/first' }],
    [{ name: 'show', target: 'show (2)' }],
  ])
  expect(renameSteps([{ name: 'film.mkv', target: 'film (2).mkv' }])).toEqual([[{ name: 'film.mkv', target: 'film (2).mkv' }]])
})

test.each([
  ['of another depth', [{ name: 'show/one/a.mkv', target: 'show/a.mkv' }]],
  [
    'in two folders instead of one',
    [
      { name: 'show/a.mkv', target: 'show/a.mkv' },
      { name: 'show/b.mkv', target: 'other/b.mkv' },
    ],
  ],
])('refuses names %s', (_, renames) => {
  expect(() => renameSteps(renames)).toThrow(new EngineRefusal('no_engine'))
})
