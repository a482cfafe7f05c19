/** Exports of this folder for tests. */
export { createKeyring } from './api-key-reloader.ts';
export { type AppOptions, createApp } from './app.ts';
export type { AppService } from './app-service.ts';
export { findKey, mayCall } from './authenticate.ts';
export type { Engine, EngineCall, EngineEvent, Outcome } from './engine-api.ts';
export { failureEvent, lateFailureEvent } from './failure-log.ts';
export { foreignRequest, isLoopbackHost, isPrivateHost } from './foreign-request.ts';
export { idleConnections } from './graceful-shutdown.ts';
export type { Limits, SharedLimits } from './limits.ts';
export { errorBody, refusalOf } from './refusal.ts';
export { type Service, startService } from './service.ts';
export { createServiceRouter } from './service-router.ts';
