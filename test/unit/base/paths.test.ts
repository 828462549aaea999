import assert from 'node:assert/strict';
import { withDiskCase, isBelow, isSamePath, movedUri } from '../../../src/base/paths';

describe('Paths on any operating system', () => {
  it('are equal if only the case of the drive letter differs', () => {
    assert.ok(isSamePath('C:\\a\\b.cpp', 'c:\\a\\b.cpp'));
    assert.ok(isSamePath('/C:/a/b.cpp', '/c:/a/b.cpp'));
    assert.ok(!isSamePath('C:\\a\\b.cpp', 'd:\\a\\b.cpp'));
    assert.ok(!isSamePath('/a/B.cpp', '/a/b.cpp'));
  });

  it('are below a folder only if the folder contains them', () => {
    assert.ok(isBelow('/w', '/w/a.cpp'));
    assert.ok(isBelow('/', '/a.cpp'));
    assert.ok(isBelow('/c:/w', '/C:/w/a.cpp'));
    assert.ok(isBelow('/c:/', '/C:/a.cpp'));
    for (const path of ['/w', '/w2/a.cpp', '/W/a.cpp', '/d:/w/a.cpp']) assert.ok(!isBelow('/w', path), path);
    assert.ok(!isBelow('/c:/w', '/d:/w/a.cpp'));
  });

  it('get the letter case found on disk, unless they lead through a symbolic link', () => {
    assert.equal(withDiskCase('/SRC/Main.CPP', '/src/main.cpp'), '/src/main.cpp');
    assert.equal(withDiskCase('/link.cpp', '/real.cpp'), '/link.cpp');
  });

  it('follow a moved file or parent folder, but not a moved sibling', () => {
    const file = 'file:///c%3A/w/a/b.cpp';
    assert.equal(movedUri(file, file, 'file:///c%3A/w/a/B.cpp'), 'file:///c%3A/w/a/B.cpp');
    assert.equal(movedUri(file, 'file:///c%3A/w/a', 'file:///d%3A/x'), 'file:///d%3A/x/b.cpp');
    assert.equal(movedUri(file, 'file:///c%3A/w/a/b', 'file:///c%3A/w/a/c'), null);
    assert.equal(movedUri(file, 'vscode-remote://wsl/c%3A/w/a', 'file:///d%3A/x'), null);
  });
});
