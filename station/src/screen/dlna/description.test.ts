/** Descriptions that devices of the house send: whose addresses are taken, and whose are not. */
import { expect, it } from 'vitest'
import { describe, locationOf } from './description.ts'
import type { UpnpClient } from './upnp.ts'

const ownPorts = () => [8_700, 8_701]
const location = new URL('http://192.168.1.40:7676/d.xml')

const service = (name: string, address: string) =>
  `<service><serviceType>urn:schemas-upnp-org:service:${name}:1</serviceType><controlURL>${address}</controlURL></service>`
const deviceOf = (inner: string) =>
  `<device><deviceType>urn:schemas-upnp-org:device:MediaRenderer:1</deviceType><friendlyName> [TV]  Samsung &amp; co\u0007</friendlyName><UDN>uuid:1</UDN>${inner}</device>`
const withServices = (...services: string[]) => `<root>${deviceOf(`<serviceList>${services.join('')}</serviceList>`)}</root>`

function read(body: string, status = 200) {
  const client: UpnpClient = { request: async () => ({ status, headers: {}, body: Buffer.from(body) }) }
  return describe(client, location, ownPorts)
}

it('is read with its services, whatever else is in it', async () => {
  expect(await read(withServices(service('AVTransport', '/a'), service('RenderingControl', 'r')))).toMatchObject({
    udn: 'uuid:1',
    name: '[TV] Samsung & co',
    transport: { type: 'urn:schemas-upnp-org:service:AVTransport:1', url: new URL('http://192.168.1.40:7676/a') },
    rendering: { url: new URL('http://192.168.1.40:7676/r') },
    connection: undefined,
    takesCaptions: false,
  })
  const inner = `<root><device><deviceType>urn:x:Basic:1</deviceType><deviceList>${deviceOf(`<sec:ProductCap>x</sec:ProductCap><serviceList>${service('AVTransport', '/a')}</serviceList>`)}</deviceList></device></root>`
  expect(await read(inner)).toMatchObject({ takesCaptions: true })
})

it.each([
  ['http://192.168.1.41/a', 'another device'],
  ['http://192.168.1.40:7676@evil.example/a', 'a user in the address'],
  ['http://example.org/a', 'a public host'],
  ['https://192.168.1.40/a', 'another protocol'],
  ['file:///etc/passwd', 'a file'],
])('a control address that is %s is not taken: %s', async (address) => {
  expect(await read(withServices(service('AVTransport', address)))).toBeUndefined()
})

it.each(['', '<root>', 'x'.repeat(10_000), '<html><body>404</body></html>', withServices(service('ConnectionManager', '/c'))])(
  'what is no renderer is none',
  async (body) => {
    expect(await read(body)).toBeUndefined()
    expect(await read(withServices(service('AVTransport', '/a')), 404)).toBeUndefined()
  },
)

it('only the very device that answered may describe itself, in the house and not at a port of the box', async () => {
  const of = (address: string, from: string) => locationOf({ location: address, from }, ownPorts)
  expect(await of('http://192.168.1.40:7676/d.xml', '192.168.1.40')).toEqual(location)
  expect(await of('http://192.168.1.41:7676/d.xml', '192.168.1.40')).toBeUndefined()
  expect(await of('http://93.184.216.34/d.xml', '93.184.216.34')).toBeUndefined()
  expect(await of('http://127.0.0.1:8701/d.xml', '127.0.0.1')).toBeUndefined()
  expect(await of('not an address', '192.168.1.40')).toBeUndefined()
})
