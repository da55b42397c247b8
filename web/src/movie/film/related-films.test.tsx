/** The other films that a film's page offers. */
import { unknownFilm, type Film, type FilmPerson } from '@homeport/contract/movie/movie.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { aFilm } from '../../testing/films.ts'
import { aDevice, aSignIn } from '../../testing/samples.ts'
import { ok, serve } from '../../testing/server.ts'
import { RelatedFilms } from './related-films.tsx'

const film = (id: string, title: string): Film => ({
  ...unknownFilm,
  id,
  title,
  is_favorite: false,
  is_watched: false,
  position_ms: null,
})
const person = (id: string, name: string, job: FilmPerson['job']): FilmPerson => ({ id, name, job, role: '', photo: '' })
/** By person: their films on the box. */
let films: Record<string, Film[]>

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  serve({
    '/movie/movie/list': (body) => {
      const of = Object.keys(films).find((id) => JSON.stringify(body).includes(id))
      const data = of === undefined ? [] : (films[of] ?? [])
      return ok({ data, total: data.length, page: 1, limit: 13, stale_at: null })
    },
  })
})
afterEach(() => {
  cleanup()
  endSession()
})

test('the films of its director, or of who plays in it first, without the film itself', async () => {
  const own = film('M1', 'Metropolis')
  films = { 'tmdb-lang': [own], 'tmdb-helm': [own, film('M2', 'Alraune')], 'tmdb-abel': [own, film('M3', 'Phantom')] }
  const people = [
    person('tmdb-helm', 'Brigitte Helm', 'cast'),
    person('tmdb-abel', 'Alfred Abel', 'cast'),
    person('tmdb-lang', 'Fritz Lang', 'director'),
  ]
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <RelatedFilms device={aDevice} film={{ ...aFilm, people }} />
    </QueryClientProvider>,
  )
  const shelf = (await screen.findByRole('heading', { name: 'More with Brigitte Helm' })).closest('section')
  expect(within(shelf ?? document.body).getAllByRole('link')).toHaveLength(1)
  expect(screen.getAllByText('Alraune').length).toBeGreaterThan(0)
  expect(screen.queryAllByText('Phantom')).toEqual([])
})

test('a film stands in one row only: a person whose films are all above has no row', async () => {
  const [own, faust, dawn] = [film('M1', 'Metropolis'), film('M2', 'Faust'), film('M3', 'Sunrise')]
  films = { '"genres"': [own, faust], 'tmdb-lang': [own, faust], 'tmdb-helm': [own, faust, dawn] }
  const people = [person('tmdb-lang', 'Fritz Lang', 'director'), person('tmdb-helm', 'Brigitte Helm', 'cast')]
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <RelatedFilms device={aDevice} film={{ ...aFilm, collection: null, genres: ['drama'], people }} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'More with Brigitte Helm' })
  await screen.findByRole('heading', { name: 'More like this' })
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href')?.split('id=')[1])).toEqual(['M2', 'M3'])
})
