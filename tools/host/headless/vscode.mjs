#!/usr/bin/env node
// The executable that takes the place of desktop VS Code's: same arguments, same exit code.
import { createRequire } from 'node:module';
import { register } from 'tsx/cjs/api';

register();
createRequire(import.meta.url)('../stand-in.ts');
