/** Heads of answers that Node's parser refuses, mended; answers.test.ts has them over a socket. */
import { expect, test } from 'vitest'
import { mendedHead } from './mended-connection.ts'

const blanks = ' \t'.repeat(15_000)

test.each([
  ['a return in a value', `HTTP/1.1 200 OK\r\nA: ${blanks}x\ry${blanks}z\r\nB: 1`, 'HTTP/1.1 200 OK\r\nb: 1\r\n\r\n'],
  ['returns before the end of a line', `HTTP/1.1 200 OK${'\r'.repeat(300_000)}\nB: 1`, 'HTTP/1.1 200 OK\r\nb: 1\r\n\r\n'],
  ['blanks around a value', `HTTP/1.1 200 OK\r\nA: ${blanks}x${blanks}`, 'HTTP/1.1 200 OK\r\na: x\r\n\r\n'],
])('P43: a head with %s is read once', (_, head, mended) => expect(mendedHead(head).head).toBe(mended))
