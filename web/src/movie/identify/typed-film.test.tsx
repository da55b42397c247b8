/** A film that is typed in: its poster, from the choice to the save, over a reload. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { FilmMatch } from '@homeport/contract/movie/identify.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { handleFailure } from '../../app/failure.tsx'
import { setLang } from '../../kit/lang.ts'
import { endSession, startSession } from '../../kit/session.ts'
import { useIndexedDb } from '../../testing/indexed-db.ts'
import { aSignIn } from '../../testing/samples.ts'
import { serve } from '../../testing/server.ts'
import type { Choice } from './identify-data.ts'
import { TypedFilm } from './typed-film.tsx'

const film: FilmMatch = {
  id: 'M1',
  kind: 'film',
  title: 'zq',
  year: null,
  poster: '',
  identified: 'no',
  tmdb: '',
  file_name: 'zq.mp4',
  path: 'zq.mp4',
  file_size: 1_000,
  files: 1,
  name_title: 'zq',
  name_year: null,
  is_named: true,
  candidates: [],
  can_undo: false,
  database: 'no_key',
}
let uploads: string[] = []
let saved: Choice[] = []

/** As after a reload: the sheet is opened again. */
function reopen(): void {
  cleanup()
  const save = (choice: Choice, onSaved: () => void) => {
    saved.push(choice)
    onSaved()
  }
  render(
    <QueryClientProvider client={createClient(handleFailure)}>
      <TypedFilm film={film} formId="typed" save={save} />
      <button form="typed">Save</button>
    </QueryClientProvider>,
  )
}
const choose = (file: File) =>
  act(async () =>
    fireEvent.change(screen.getByLabelText('Choose a poster', { selector: 'input' }), { target: { files: [file] } }),
  )
const shown = () => document.querySelector('img')?.src ?? ''

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  serve({})
  const stubbed = globalThis.fetch
  uploads = []
  saved = []
  vi.stubGlobal('fetch', async (url: string, request?: RequestInit) => {
    if (request?.method !== 'PUT') return stubbed(url, request)
    uploads.push(url.slice(url.lastIndexOf('/') + 1))
    return Response.json({ code: Code.ok, msg: '', data: {} })
  })
})
afterEach(cleanup)

test('S163: a poster that was chosen for a film stays until it is saved, after a reload too', async () => {
  const stored = useIndexedDb()
  reopen()
  await choose(new File(['p'], 'p.png', { type: 'image/png' }))
  await waitFor(() => expect(shown()).toMatch(/^blob:/))
  const [id = 'nothing was sent'] = uploads
  expect(stored.get(`en/picture/${id}`)).toBeInstanceOf(Blob)
  reopen()
  await waitFor(() => expect(shown()).toMatch(/^blob:/))
  expect(sessionStorage.getItem('homeport.typed')).toContain(id)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(saved).toEqual([{ id: 'M1', title: 'zq', year: null, poster: id }])
  reopen()
  expect(shown()).toBe('')
})

test('S163: a file that is no picture leaves the poster that was chosen; the end of the session forgets it', async () => {
  useIndexedDb()
  reopen()
  await choose(new File(['p'], 'p.png', { type: 'image/png' }))
  await waitFor(() => expect(shown()).toMatch(/^blob:/))
  const input = screen.getByLabelText('Choose a poster', { selector: 'input' })
  await act(async () => fireEvent.change(input, { target: { files: [new File(['x'], 'x.txt', { type: 'text/plain' })] } }))
  expect(await screen.findByText(/^This isn’t a picture/)).toBeTruthy()
  expect(shown()).toMatch(/^blob:/)
  cleanup()
  endSession()
  expect(sessionStorage.getItem('homeport.typed') ?? '').toBe('')
})
