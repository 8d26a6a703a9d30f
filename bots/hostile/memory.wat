;; forfeit memory: requests all memory, then traps
(module
  (memory (export "memory") 1)
  (func (export "four_shapes_bot") (result i32) (i32.const 1))
  (func (export "begin") (param i32 i32 i32 i32 i32))
  (func (export "moved") (param i32))
  (func (export "choose") (result i32)
    (loop $more
      (if (i32.eq (memory.grow (i32.const 16)) (i32.const -1)) (then (unreachable)))
      (br $more))
    (i32.const 1)))
