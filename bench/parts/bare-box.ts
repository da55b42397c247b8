/** Baseline box: an mqtt.js client that echoes its messages. Argument: the broker's port. Prints `ready`. */
import mqtt from 'mqtt'

const client = await mqtt.connectAsync(`ws://127.0.0.1:${process.argv[2]}`)
client.on('message', (_topic, payload) => client.publish('bench/up', payload, { qos: 1 }))
await client.subscribeAsync('bench/down', { qos: 1 })
console.log('ready')
