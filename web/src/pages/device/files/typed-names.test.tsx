/** Names of files that are half typed when the session expires. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../../kit/session.ts'
import { openFileBox } from '../../../testing/file-box.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { serve } from '../../../testing/server.ts'
import { Screen } from './list.tsx'
import { openAt } from '../../../testing/history.ts'

let box: ReturnType<typeof openFileBox>

beforeEach(() => {
  localStorage.clear()
  // The virtual list asks how high the window's rows are.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64)
  setLang('en')
  box = openFileBox()
  signIn('token-1')
})
afterEach(() => {
  cleanup()
  endSession()
})

function signIn(token: string): void {
  startSession({ ...aSignIn, token })
  setCurrentDevice(aDevice)
}

function show(path: string): void {
  cleanup()
  openAt(`#/pages/device/files/list?path=${encodeURIComponent(path)}`)
  serve({ '/emqx/publish': box.answer({}) })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <Screen />
    </QueryClientProvider>,
  )
}

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => button.click())
}
const field = async (label: string) => within(await screen.findByRole('dialog')).findByLabelText<HTMLInputElement>(label)

async function renaming(name: string): Promise<HTMLInputElement> {
  await press(`Actions for ${name}`)
  const button = await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Rename' })
  await act(async () => button.click())
  return field('Name')
}
async function makingFolder(): Promise<HTMLInputElement> {
  await press('New folder')
  return field('Folder name')
}

test.each([
  ['another name of a file', () => renaming('notes.txt'), 'notes.txt'],
  ['the name of a new folder', makingFolder, ''],
])(
  'S104: %s is there again for who signs in after the session has expired, and when the sheet was closed, until it is as it was',
  async (_, open, first) => {
    show('d1')
    fireEvent.change(await open(), { target: { value: 'harbour' } })
    await act(async () => endSession('expired'))
    cleanup()
    await act(async () => signIn('token-2'))
    show('d1')
    expect((await open()).value).toBe('harbour')
    cleanup()
    show('d1')
    const again = await open()
    expect(again.value).toBe('harbour')
    fireEvent.change(again, { target: { value: first } })
    cleanup()
    show('d1')
    expect((await open()).value).toBe(first)
  },
)

test('a name that was typed for one file is not another one’s', async () => {
  show('d1')
  fireEvent.change(await renaming('notes.txt'), { target: { value: 'harbour' } })
  await act(async () => endSession('expired'))
  cleanup()
  await act(async () => signIn('token-2'))
  show('d1')
  expect((await renaming('poster.png')).value).toBe('poster.png')
})
