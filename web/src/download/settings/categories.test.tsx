/** Categories of downloads, which two phones change at once. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { getConfig, saveConfig, type Category } from '@homeport/contract/download/download-config.ts'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../kit/session.ts'
import { aDevice, aDownloadConfig, aSignIn } from '../../testing/samples.ts'
import { ok, serve, type Answer } from '../../testing/server.ts'
import { config } from '../config.ts'
import { Categories } from './categories.tsx'

const category = (name: string): Category => ({ name, folder_id: '', folder_path: name })
let ofBox: Category[] = []
let refusal: Answer | null = null
const answerOf = () => ok({ ...aDownloadConfig, categories: ofBox, stale_at: null })

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  ofBox = [category('Shows')]
  refusal = null
  serve({
    [getConfig.path]: answerOf,
    [saveConfig.path]: ({ categories = '[]' }) => {
      if (refusal) return refusal
      ofBox = JSON.parse(categories)
      return answerOf()
    },
  })
})
afterEach(cleanup)

function Page() {
  const { data } = useQuery(config(aDevice))
  return data ? <Categories device={aDevice} config={data} canEdit /> : null
}

async function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: /^Shows/ })
}
async function type(name: string, button: string | RegExp) {
  fireEvent.click(screen.getByRole('button', { name: button }))
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: name } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
}

test('what another phone added meanwhile stays', async () => {
  await show()
  ofBox = [category('Shows'), category('Music')]
  await type('Films', 'Add category')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(ofBox.map(({ name }) => name)).toEqual(['Shows', 'Music', 'Films'])
  ofBox = [...ofBox, category('Books')]
  await type('Series', /^Shows/)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(ofBox.map(({ name }) => name)).toEqual(['Series', 'Music', 'Films', 'Books'])
})

test('a name that another phone took meanwhile is said, and what the box does not take stays typed', async () => {
  await show()
  ofBox = [category('Shows'), category('Films')]
  await type('Films', 'Add category')
  await screen.findByText('A category with this name already exists')
  refusal = { code: Code.noResponse }
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Plays' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Plays')
  refusal = null
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(ofBox.map(({ name }) => name)).toEqual(['Shows', 'Films', 'Plays'])
})
