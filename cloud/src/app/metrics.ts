/** Prometheus metrics, and one log line per request: by route, never with the URL (P12). */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Histogram, Registry } from 'prom-client'
import type { Log } from '../kit/log.ts'
import type { CloudConfig } from './config.ts'

/** Headers by which a proxy says that it is one. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

type MetricsAccess = Pick<CloudConfig, 'metricsToken' | 'publicUrl' | 'trustedProxies'>

export type MetricsDeps = {
  log: Log
  access: MetricsAccess
  /** How many faults nobody caught so far. */
  uncaught: () => number
}

export function mountMetrics(app: FastifyInstance, { log, access, uncaught }: MetricsDeps): void {
  let opening: Promise<Meter> | undefined
  let meter: Meter | undefined
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    meter?.seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    log.debug({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
    done()
  })
  app.addHook('onClose', async () => meter?.registry.clear())
  app.get('/metrics', async (request, reply) => {
    if (!isAllowed(request, access)) return reply.callNotFound()
    opening ??= openMeter(uncaught)
    meter = await opening
    return reply.type(meter.registry.contentType).send(await meter.registry.metrics())
  })
}

type Meter = { registry: Registry; seconds: Histogram }

/** Metrics start at the first request for them: a box at home, where they are not read, saves 16 MB. */
async function openMeter(uncaught: () => number): Promise<Meter> {
  const { collectDefaultMetrics, Counter, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const faults = new Counter({
    name: 'uncaught_faults_total',
    help: 'Faults that nobody caught; each is in the log',
    registers: [registry],
    collect: () => {
      faults.reset()
      faults.inc(uncaught())
    },
  })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'How long answers take',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.02, 0.03, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  return { registry, seconds }
}

/** By HOMEPORT_METRICS_TOKEN; without one from this machine only, where no proxy can be in between. */
function isAllowed({ socket, headers }: FastifyRequest, { metricsToken, publicUrl, trustedProxies }: MetricsAccess): boolean {
  if (metricsToken !== undefined) return isSame(headers.authorization ?? '', `Bearer ${metricsToken}`)
  if (publicUrl !== undefined || trustedProxies.length > 0) return false
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(hostNameOf(headers.host))
}

function hostNameOf(host = ''): string {
  return host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
}

function isLoopback(address: string): boolean {
  if (address === 'localhost') return true
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
