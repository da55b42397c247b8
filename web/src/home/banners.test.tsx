/** Banners on the home page, each of which can be hidden. */
import type { Banner } from '@homeport/contract/home.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { press, show } from '../testing/routes.tsx'
import { ok } from '../testing/server.ts'
import { Banners } from './banners.tsx'

const banner = (id: string, title: string): Banner => ({ id, title, about: '', picture: null, scene: 'lamp', to: '' })
let list: Banner[]
const open = () => show(<Banners />, { calls: { '/api/index/banner': () => ok({ data: list }) } })
const titles = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  list = [banner('1', 'Get started'), banner('2', 'Guides')]
})
afterEach(cleanup)

test('one that is hidden stays hidden, and a new one is shown', async () => {
  open()
  await press('Hide Get started')
  expect(titles()).toEqual(['Guides'])
  cleanup()
  list = [...list, banner('3', 'News')]
  open()
  await screen.findByText('News')
  expect(titles()).toEqual(['Guides', 'News'])
})

test('once all are hidden nothing of them is left', async () => {
  open()
  await press('Hide Get started')
  await press('Hide Guides')
  expect(screen.queryByRole('region', { name: 'Highlights' })).toBeNull()
  cleanup()
  open()
  expect(titles()).toEqual([])
})
