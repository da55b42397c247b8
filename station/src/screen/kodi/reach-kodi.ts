/** Reaches a Kodi at the address that the owner gave: only in the house, and nothing of this box (promise 34). */
import dgram from 'node:dgram'
import { Code } from '@homeport/contract/kit/codes.ts'
import { isPrivateAddress } from '@homeport/contract/kit/private-address.ts'
import * as z from 'zod/mini'
import { judgeSource } from '../../kit/outside.ts'
import { Refusal } from '../../kit/refusal.ts'
import { PlayerRefusal } from '../driven/driver-base.ts'
import type { Device } from '../polled/device.ts'
import { plainName } from './find-kodis.ts'
import { createKodiDevice } from './kodi-device.ts'
import { createRpc, NoKodi, WrongPassword, type KodiLogin, type KodiAddress, type Rpc } from './rpc.ts'

/** card: this machine's address in its network. */
type Reached = { device: Device; card: string; stop: () => void }
type Ports = () => readonly number[]
type AddressRule = 'kodi_away' | 'kodi_none' | 'kodi_house'

const Labels = z.record(z.string(), z.unknown())
const nameLabel = 'System.FriendlyName'
const versionLabel = 'System.BuildVersion'

/** Rejects where it does not answer. */
export async function reachKodi(given: KodiAddress & KodiLogin, ownPorts: Ports): Promise<Reached> {
  const { rpc, address } = await openRpc(given, ownPorts)
  try {
    await nameOf(rpc)
    return { device: createKodiDevice(rpc), card: await cardTowards(address), stop: () => rpc.stop() }
  } catch (error) {
    rpc.stop()
    throw error
  }
}

/** Its name. Refuses with the field that is wrong. */
export async function tryKodi(given: KodiAddress & KodiLogin, ownPorts: Ports): Promise<string> {
  const { rpc } = await openRpc(given, ownPorts)
  try {
    return await nameOf(rpc)
  } catch (error) {
    if (error instanceof WrongPassword) throw new Refusal(Code.invalid, { field: 'password', rule: 'kodi_password' })
    throw wrongAddress(error instanceof NoKodi || error instanceof PlayerRefusal ? 'kodi_none' : 'kodi_away')
  } finally {
    rpc.stop()
  }
}

/** A name is looked up each time, and its address is the one that was judged. */
async function openRpc(
  { address: host, port, ...login }: KodiAddress & KodiLogin,
  ownPorts: Ports,
): Promise<{ rpc: Rpc; address: string }> {
  const { verdict, addresses } = await judgeSource(host, port, { allowPrivate: true, ownPorts })
  const [address] = addresses
  if (verdict === 'own_port') throw wrongAddress('kodi_none')
  if (verdict !== 'fine' || address === undefined) throw wrongAddress('kodi_away')
  if (!addresses.every(isPrivateAddress)) throw wrongAddress('kodi_house')
  return { rpc: createRpc({ address, port }, login, ownPorts), address }
}

function wrongAddress(rule: AddressRule): Refusal {
  return new Refusal(Code.invalid, { field: 'address', rule })
}

/** Only a Kodi has a build with a name. */
async function nameOf({ call }: Rpc): Promise<string> {
  const answer = Labels.safeParse(await call('XBMC.GetInfoLabels', { labels: [nameLabel, versionLabel] })).data
  const name = answer?.[nameLabel]
  if (typeof name !== 'string' || typeof answer?.[versionLabel] !== 'string') throw new NoKodi('it does not name itself')
  return plainName(name)
}

/** The address from which this machine would send to it; nothing is sent. */
async function cardTowards(address: string): Promise<string> {
  const socket = dgram.createSocket(address.includes(':') ? 'udp6' : 'udp4')
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.connect(1, address, resolve)
    })
    const { address: own, family } = socket.address()
    return family === 'IPv6' ? `[${own}]` : own
  } finally {
    socket.close()
  }
}
