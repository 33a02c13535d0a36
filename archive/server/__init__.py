"""The web server: one event loop that holds every connection, and threads that answer requests.

A request is read whole before a thread is used, and an answer is handed to the loop, so a client
that is slow, silent or gone costs a few kilobytes and no thread. docs/decisions/slow-clients.md
says why it is built this way.
"""
