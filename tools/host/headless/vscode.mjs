#!/usr/bin/env node
// Replaces the desktop VS Code executable: accepts the same arguments and returns the same exit codes.
import { createRequire } from 'node:module';
import { register } from 'tsx/cjs/api';

register();
createRequire(import.meta.url)('../headlessTests.ts');
