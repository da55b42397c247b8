import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { createHeaders } from './headers.ts'

test('each host is given its own headers, the first time and again, and one that came by https is told so', async () => {
  const app = fastify({ trustProxy: true })
  createHeaders(app, { connect: ['https://cloud.example'], hosts: ['https://pictures.example'], secureOrigin: () => '' })
  app.get('/', () => 'ok')
  const ask = async (host: string, proto = 'http') => {
    const { headers } = await app.inject({ url: '/', headers: { host, 'x-forwarded-proto': proto } })
    const { date: _, ...rest } = headers
    return rest
  }
  const [one, other, again] = [await ask('one.local'), await ask('other.local'), await ask('one.local')]
  expect(one['content-security-policy']).toContain(
    'ws://one.local wss://one.local https://cloud.example https://pictures.example wss://cloud.example wss://pictures.example ws:',
  )
  expect(one['content-security-policy']).toContain("img-src 'self' data: blob: https://pictures.example")
  expect(other['content-security-policy']).toBe(String(one['content-security-policy']).replaceAll('one.local', 'other.local'))
  expect(again).toEqual(one)
  expect(one).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  expect((await ask('one.local', 'https'))['content-security-policy']).toBe(
    `${String(one['content-security-policy']).slice(0, -' ws:'.length)};upgrade-insecure-requests`,
  )
  expect(await ask('one.local')).toEqual(one)
  await app.close()
})
