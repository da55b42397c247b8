import { expect, test } from 'vitest'
import { mapAddress } from './hand-over.ts'

const place = { name: 'Pier 7 & (old) harbour', lat: 31.22, lon: 121.46 }

test('each kind of phone gets the address that its own map app knows, the name kept whole', () => {
  expect(new URL(mapAddress(place, 'ios')).searchParams.get('q')).toBe(place.name)
  expect(mapAddress(place, 'android')).toBe(
    `geo:31.22000,121.46000?q=${encodeURIComponent('31.22000,121.46000(Pier 7 & (old) harbour)')}`,
  )
  expect(mapAddress({ ...place, name: '' }, 'android')).toBe('geo:31.22000,121.46000?q=31.22000%2C121.46000')
  expect(mapAddress(place, 'h5')).toContain('mlat=31.22000&mlon=121.46000')
})
