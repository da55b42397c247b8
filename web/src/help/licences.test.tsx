/** The licences of the installed packages. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { packages, texts } from 'virtual:licences'
import { afterEach, expect, test } from 'vitest'
import manifest from '../../package.json'
import { setLang } from '../kit/lang.ts'
import { Licences } from './licences.tsx'

afterEach(cleanup)

test('every part that the app carries is listed with its licence, and what those stand on', () => {
  const names = packages.map(({ name }) => name)
  for (const name of Object.keys(manifest.dependencies)) if (!name.startsWith('@homeport/')) expect(names).toContain(name)
  for (const name of ['fastify', 'kysely', 'scheduler']) expect(names).toContain(name)
  for (const name of ['vitest', '@homeport/contract']) expect(names).not.toContain(name)
  for (const one of packages) expect(one.licence, one.name).toMatch(/\w/)
  expect(texts.length).toBeGreaterThan(20)
  expect(new Set(texts).size).toBe(texts.length)
})

test('a part is found by its name, its text is there to read', () => {
  setLang('en')
  render(<Licences />)
  expect(screen.getByText(/GeoNames.*CC BY 4\.0/)).toBeTruthy()
  const input = screen.getByRole('searchbox', { name: 'Find a component' })
  fireEvent.change(input, { target: { value: 'react-hook' } })
  expect(screen.getByText('1 component')).toBeTruthy()
  expect(screen.getByText(/Permission is hereby granted/)).toBeTruthy()
  fireEvent.change(input, { target: { value: 'no such part' } })
  expect(screen.getByText('No matching component')).toBeTruthy()
})
