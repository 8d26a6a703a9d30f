;; forfeit overtime: has no loop, but a deep tree of calls
(module
  (func (export "four_shapes_bot") (result i32) (i32.const 1))
  (func (export "begin") (param i32 i32 i32 i32 i32))
  (func (export "moved") (param i32))
  (func (export "choose") (result i32) (call $d) (i32.const 1))
  (func $leaf nop nop nop nop nop nop nop nop nop nop nop nop nop nop nop nop)
  (func $a
    call $leaf call $leaf call $leaf call $leaf call $leaf call $leaf call $leaf call $leaf
    call $leaf call $leaf call $leaf call $leaf call $leaf call $leaf call $leaf call $leaf)
  (func $b
    call $a call $a call $a call $a call $a call $a call $a call $a
    call $a call $a call $a call $a call $a call $a call $a call $a
    call $a call $a call $a call $a call $a call $a call $a call $a
    call $a call $a call $a call $a call $a call $a call $a call $a)
  (func $c
    call $b call $b call $b call $b call $b call $b call $b call $b
    call $b call $b call $b call $b call $b call $b call $b call $b
    call $b call $b call $b call $b call $b call $b call $b call $b
    call $b call $b call $b call $b call $b call $b call $b call $b)
  (func $e
    call $c call $c call $c call $c call $c call $c call $c call $c
    call $c call $c call $c call $c call $c call $c call $c call $c
    call $c call $c call $c call $c call $c call $c call $c call $c
    call $c call $c call $c call $c call $c call $c call $c call $c)
  (func $d
    call $e call $e call $e call $e call $e call $e call $e call $e
    call $e call $e call $e call $e call $e call $e call $e call $e
    call $e call $e call $e call $e call $e call $e call $e call $e
    call $e call $e call $e call $e call $e call $e call $e call $e))
