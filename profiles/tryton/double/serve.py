"""Debian's trytond, or trytond-admin, until its standard input is closed: no server outlives the process that has started it.

Arguments: the program, and the program's own.
"""
import os
import runpy
import sys
import threading


def end_with_parent():
    # Not sys.stdin: its lock would be held when the program ends.
    while os.read(0, 4096):
        pass
    os._exit(0)


threading.Thread(target=end_with_parent, daemon=True).start()
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name='__main__')
