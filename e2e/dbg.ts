import { openSeed } from './parts/seed.ts'
import { addLink, bindOn, registerOn, words } from './parts/story.ts'
import { openPhone } from './phone.ts'
import { openWorld } from './world.ts'
import fs from 'node:fs'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
const world = await openWorld()
const folder = path.join(world.folder,'seeded'); fs.mkdirSync(folder+'/Show x',{recursive:true}); fs.writeFileSync(folder+'/Show x/a.mkv', randomBytes(5e6)); fs.writeFileSync(folder+'/Show x/b.txt','hi')
const seed = await openSeed({work: path.join(world.folder,'seed x'), folder, name:'Show x', files:['a.mkv','b.txt'], bytesPerSecond: 3e6})
const phone = await openPhone({locale:'en-US'})
const {page}=phone
const t0=Date.now()
page.on('websocket', ws => { ws.on('framereceived', f => String(f.payload).includes('magnet')&&console.log(Date.now()-t0, '<', String(f.payload).slice(0,300)))})
page.on('request', r => r.url().includes('publish') &&  r.postData()?.includes('magnet')&& console.log(Date.now()-t0,'PUB', r.postData()?.slice(0,300)))
try {
await registerOn(phone, world.addresses[0], words.en, 'harbour-light')
await bindOn(phone, words.en, (await world.pair()).code)
await page.goto(world.addresses[0]+'/#/pages/device/download/list')
await addLink(phone, words.en, seed.magnet)
for (let i=0;i<4;i++){ await page.waitForTimeout(4000); await page.screenshot({path:`/tmp/shots/dbg${i}.png`}) }
} finally { console.log(phone.errors, world.station.said().slice(-500)); await phone.close(); await seed.stop(); await world.stop() }
