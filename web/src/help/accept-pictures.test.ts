import { expect, test } from 'vitest'
import { fitting } from './accept-pictures.ts'

const picture = (size: number, type = 'image/png') => new Blob([new Uint8Array(size)], { type })
const limits = { most: 3, maxBytes: 10 }

test('what fits is taken; the first rule that something else breaks is named', () => {
  expect(fitting([], [picture(4), picture(6)], limits)).toMatchObject({ taken: [{ size: 4 }, { size: 6 }], rule: '' })
  expect(fitting([picture(4)], [picture(7), picture(6)], limits)).toMatchObject({ taken: [{ size: 6 }], rule: 'images_size' })
  expect(fitting([picture(1), picture(1)], [picture(1), picture(1)], limits)).toMatchObject({
    taken: [{ size: 1 }],
    rule: 'images',
  })
  expect(fitting([], [picture(1, 'text/plain'), picture(1)], limits)).toMatchObject({ taken: [{ size: 1 }], rule: 'image' })
})
