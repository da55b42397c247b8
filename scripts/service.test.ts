/** The systemd unit: Homeport may write to its data only, and gains no rights. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('service.mjs', import.meta.url))

function unitOf(env: Record<string, string>): string[] {
  const { stdout, status } = spawnSync(process.execPath, [script], { env: { PATH: '/usr/bin:/bin', ...env }, encoding: 'utf8' })
  expect(status).toBe(0)
  return stdout.split('\n')
}

test('the unit gives no new rights, limits memory and protects the system', () => {
  const lines = unitOf({})
  expect(lines).toEqual(expect.arrayContaining(['NoNewPrivileges=true', 'ProtectSystem=strict', 'ProtectHome=read-only']))
  expect(lines.some((line) => line.startsWith('MemoryMax='))).toBe(true)
})

test('data and downloads are writable, library folders only with HOMEPORT_LIBRARY_WRITE=1', () => {
  const folders = {
    HOMEPORT_DATA: '/srv/homeport',
    HOMEPORT_DOWNLOADS: '/disk/downloads',
    HOMEPORT_LIBRARY: '/films:/more films',
  }
  expect(unitOf(folders)).toContain('ReadWritePaths="/srv/homeport" "/disk/downloads"')
  const open = unitOf({ ...folders, HOMEPORT_LIBRARY_WRITE: '1' })
  expect(open).toContain('ReadWritePaths="/srv/homeport" "/disk/downloads" "/films" "/more films"')
  expect(open).toContain('Environment="HOMEPORT_DATA=/srv/homeport"')
})

test('every setting of the shell goes into the unit, as systemd reads it, and nothing else does', () => {
  const lines = unitOf({ TMDB_KEY: 'abc', HOMEPORT_PORT: '80', SMTP_URL: 'smtp://me:a%20"b\\c@mail', EDITOR: 'vi' })
  expect(lines.filter((line) => line.startsWith('Environment='))).toEqual([
    'Environment="HOMEPORT_PORT=80"',
    'Environment="SMTP_URL=smtp://me:a%%20\\"b\\\\c@mail"',
    'Environment="TMDB_KEY=abc"',
  ])
})
