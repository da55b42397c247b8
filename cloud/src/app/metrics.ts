/** Prometheus metrics, and one log line per request: by route, never with the URL (P12). */
import { isIP, BlockList } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Histogram, Registry } from 'prom-client'
import type { Log } from '../kit/log.ts'

const near = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  near.addSubnet(net, bits)
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

export function mountMetrics(app: FastifyInstance, log: Log): void {
  let opening: Promise<Meter> | undefined
  let meter: Meter | undefined
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    meter?.seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    log.debug({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
  app.addHook('onClose', async () => meter?.registry.clear())
  app.get('/metrics', async (request, reply) => {
    if (!isNear(request)) return reply.callNotFound()
    opening ??= openMeter()
    meter = await opening
    return reply.type(meter.registry.contentType).send(await meter.registry.metrics())
  })
}

type Meter = { registry: Registry; seconds: Histogram }

/** Metrics start at the first request for them: a box at home, where they are not read, saves 16 MB. */
async function openMeter(): Promise<Meter> {
  const { collectDefaultMetrics, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'How long answers take',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.02, 0.03, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  return { registry, seconds }
}

/** From this machine or its network, and not forwarded by a proxy. */
function isNear({ ip, headers }: FastifyRequest): boolean {
  const plain = ip.replace(/^::ffff:/, '')
  return headers['x-forwarded-for'] === undefined && near.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}
