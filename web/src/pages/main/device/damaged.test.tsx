/** The device page of a box whose database was damaged while it ran. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aDevice, aSignIn, aStatus } from '../../../testing/samples.ts'
import { ok, published, serve } from '../../../testing/server.ts'
import { Screen } from './index.tsx'

let isDamaged: boolean

beforeEach(() => {
  localStorage.clear()
  isDamaged = true
  const damaged = () => ({ code: Code.damaged })
  serve({
    '/device/bind/list': () => ok({ data: [aDevice] }),
    '/emqx/publish': published({
      device_status: () => ok({ ...aStatus, is_damaged: isDamaged }),
      task_list: damaged,
      movie_list: damaged,
      file_list: damaged,
    }),
  })
})
afterEach(cleanup)

type Shown = { lang?: Lang; role?: 'owner' | 'member'; online?: 0 | 1 }

async function show({ lang = 'en', role = 'owner', online = 1 }: Shown = {}): Promise<void> {
  setLang(lang)
  startSession(aSignIn)
  setCurrentDevice({ ...aDevice, role, online })
  await act(async () =>
    render(
      <QueryClientProvider client={createClient(() => {})}>
        <Screen />
      </QueryClientProvider>,
    ),
  )
}

test.each([
  ['en', 'owner', 'The box’s database is damaged', /^Stop Homeport and bring a backup back: npm run restore\./],
  ['zh', 'owner', '盒子的数据库已损坏', /^请停止 Homeport，再用 npm run restore 恢复备份。/],
  ['en', 'member', 'The box’s database is damaged', /^Its owner can bring a backup back\./],
  ['zh', 'member', '盒子的数据库已损坏', /^盒子管理员可以恢复备份。/],
] as const)('S144: %s, to the %s: is told, with what brings it back', async (...[lang, role, title, caption]) => {
  await show({ lang, role })
  const card = (await screen.findByRole('heading', { name: title })).closest('section')
  expect(card?.querySelector('p')?.textContent).toMatch(caption)
})

test('nothing of it is said of a box that is whole, or offline', async () => {
  isDamaged = false
  await show()
  await screen.findByText('18')
  expect(screen.queryByRole('heading', { name: /damaged/ })).toBeNull()
  cleanup()
  isDamaged = true
  await show({ online: 0 })
  await screen.findByRole('heading', { name: aDevice.name })
  expect(screen.queryByRole('heading', { name: /damaged/ })).toBeNull()
})
